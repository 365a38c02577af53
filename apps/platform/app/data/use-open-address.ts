import { saveFile } from './save-file.ts'
import { useAction } from './use-action.ts'

/** Hands over files that are kept for people: an address is asked for each time, since none is good for long. */
export function useOpenAddress() {
  const { busy, run } = useAction()
  return {
    busy,
    download: (addressOf: () => Promise<string>, name: string) => run(async () => saveFile(await addressOf(), name)),
  }
}
