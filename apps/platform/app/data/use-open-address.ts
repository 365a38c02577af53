import { saveFile } from './save-file.ts'
import { useAction } from './use-action.ts'

/** Downloads stored files. Signed addresses are short-lived, so each download requests a new one. */
export function useOpenAddress() {
  const { busy, run } = useAction()
  return {
    busy,
    download: (addressOf: () => Promise<string>, name: string) => run(async () => saveFile(await addressOf(), name)),
  }
}
