/** Encodes the address: an unescaped `?` or `&` would add a subject or recipients. */
export function mailto(email: string) {
  return `mailto:${email.split('@').map(encodeURIComponent).join('@')}`
}
