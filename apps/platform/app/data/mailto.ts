/** Opens a mail to one address. Whatever it holds stays part of it: `?` and `&` would begin a subject or other recipients. */
export function mailto(email: string) {
  return `mailto:${email.split('@').map(encodeURIComponent).join('@')}`
}
