/** The limits of the form in the component demo. */
export const demoLimits = {
  demoAgeMin: 18,
  demoAgeMax: 100,
} as const;
