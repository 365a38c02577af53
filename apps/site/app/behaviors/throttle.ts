/** At most one call in each span, with the last one never lost. */
export function throttled(run: () => void, ms: number) {
  let timer: ReturnType<typeof setTimeout> | undefined
  return {
    call: () => {
      timer ??= setTimeout(() => {
        timer = undefined
        run()
      }, ms)
    },
    cancel: () => clearTimeout(timer),
  }
}
