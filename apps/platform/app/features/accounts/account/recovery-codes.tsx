import { Button } from '@sherpa/ui/button'
import { showToast } from '@sherpa/ui/toast-area'
import { ToolIcon } from '@sherpa/ui/tool-icon'
import { useEffect, useRef } from 'react'
import { saveFile } from '../../../data/save-file.ts'

/** Shown once: the codes can't be displayed again. */
export function RecoveryCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])

  async function copy() {
    try {
      await navigator.clipboard.writeText(codes.join('\n'))
      showToast('success', 'Copied.')
    } catch (error) {
      console.warn('Clipboard access was denied.', error)
      showToast('error', 'Your browser does not allow copying. Download the codes instead.')
    }
  }

  function download() {
    const text = `Recovery codes for Sherpa. Each works once.\n\n${codes.join('\n')}\n`
    saveFile(URL.createObjectURL(new Blob([text], { type: 'text/plain' })), 'sherpa-recovery-codes.txt')
  }

  return (
    <div className="flex flex-col gap-5">
      <div>
        <h3 ref={heading} tabIndex={-1} className="text-lg">
          Save your recovery codes
        </h3>
        <p className="mt-1 max-w-[60ch] text-sm">
          If you lose your phone, you can log in with one of these codes. Each code works once. You won’t be able to see
          them again.
        </p>
      </div>
      <ul className="grid max-w-md grid-cols-1 gap-x-8 gap-y-1 rounded-md bg-snow p-4 font-mono font-semibold whitespace-nowrap text-ink sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <Button look="secondary" size="small" onClick={copy}>
          Copy
        </Button>
        <Button look="secondary" size="small" onClick={download}>
          <ToolIcon name="download" className="size-4" />
          Download
        </Button>
        <Button size="small" onClick={onDone}>
          I’ve saved my codes
        </Button>
      </div>
    </div>
  )
}
