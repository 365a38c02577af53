/** Asks a question: the answer opens its own screen, or explains on Home why it has none. */
export const questionAddress = (organization: string, question: string, asTyped: readonly string[] = []) =>
  `/organizations/${organization}?${new URLSearchParams({
    sonar: question.trim(),
    ...(asTyped.length > 0 && { typed: asTyped.join(',') }),
  })}`
