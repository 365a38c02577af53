/** The beginning of a token is not a secret: it only tells links apart. */
const keyOf = (token: string) => `deal-device-${token.slice(0, 8)}`

/** Undefined if storage is blocked: then each visit needs a code. */
export function confirmedDevice(token: string): string | undefined {
  try {
    return localStorage.getItem(keyOf(token)) ?? undefined
  } catch {
    return undefined
  }
}

export function rememberDevice(token: string, device: string) {
  try {
    localStorage.setItem(keyOf(token), device)
  } catch {
    // The device stays confirmed until the page is closed.
  }
}
