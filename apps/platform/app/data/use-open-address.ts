import { saveFile } from './save-file.ts'
import { useAction } from './use-action.ts'

type AddressOf = () => Promise<string>

/** Opens files that are kept for people: an address is asked for each time, since none is good for long. */
export function useOpenAddress() {
  const { run } = useAction()
  const download = (addressOf: AddressOf, name: string) => run(async () => saveFile(await addressOf(), name))

  return {
    download,

    /** In a tab of its own, which is opened at once: after a wait, browsers take it for an advertisement. */
    openInTab: (addressOf: AddressOf, name: string) => {
      const tab = window.open('about:blank')
      if (!tab) return download(addressOf, name)
      tab.opener = null
      return run(async () => {
        try {
          tab.location.href = await addressOf()
        } catch (error) {
          tab.close()
          throw error
        }
      })
    },
  }
}
