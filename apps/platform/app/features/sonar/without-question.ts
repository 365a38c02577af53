/** The list's own parameters, without those of Sonar. */
export function withoutQuestion(search: URLSearchParams) {
  const own = new URLSearchParams(search)
  for (const name of ['sonar', 'chosen', 'typed', 'read', 'edited']) own.delete(name)
  return own
}
