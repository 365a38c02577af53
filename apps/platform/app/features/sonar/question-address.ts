/** Asks a question: the answer opens its own screen, or explains on Home why it has none. */
export const questionAddress = (organization: string, question: string) =>
  `/organizations/${organization}?${new URLSearchParams({ sonar: question.trim() })}`
