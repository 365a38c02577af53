/** Encodes the address: an unescaped `?` or `&` would add a subject or recipients. */
export function mailto(email: string, subject?: string) {
  const address = `mailto:${email.split('@').map(encodeURIComponent).join('@')}`
  return subject === undefined ? address : `${address}?subject=${encodeURIComponent(subject)}`
}
