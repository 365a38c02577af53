/** Such as "1 payment" or "1,200 payments". */
export function counted(count: number, noun: string) {
  return `${count.toLocaleString('en-US')} ${count === 1 ? noun : `${noun}s`}`
}
