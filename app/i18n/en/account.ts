export const account = {
  title: "Account",
  email: "Email",
  showEmail: "Show the email",
  hideEmail: "Hide the email",
} as const;
