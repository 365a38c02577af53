/** Hands a file from the browser's memory to the person. */
export function saveFile(address: string, name: string) {
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // Some browsers begin to read only after the click has been dealt with.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
