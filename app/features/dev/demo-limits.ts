/** Limits of the component demo's form. §n: the section of the specification that states the limit. */
export const demoLimits = {
  demoAgeMin: 18,
  demoAgeMax: 100,
} as const;
