/** Downloads a file and releases its blob URL. */
export function saveFile(address: string, name: string) {
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // Some browsers read the blob only after the click event.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
