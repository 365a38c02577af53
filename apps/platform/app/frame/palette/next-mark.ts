/** The next active option for a key, wrapping around; undefined for other keys. */
export function nextHighlighted(key: string, marked: number, count: number) {
  if (count === 0) return undefined
  switch (key) {
    case 'ArrowDown':
      return (marked + 1) % count
    case 'ArrowUp':
      return (marked + count - 1) % count
    case 'Home':
      return 0
    case 'End':
      return count - 1
    default:
      return undefined
  }
}
