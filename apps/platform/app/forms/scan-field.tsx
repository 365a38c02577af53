import { endingOf, fileTypes, scanTypes } from '@sherpa/contracts/file'
import { Button } from '@sherpa/ui/button'
import { ToolIcon } from '@sherpa/ui/tool-icon'
import { useId, useRef, useState } from 'react'
import { useMedia } from '../data/use-media.ts'
import { acceptedBy, reasonNotToSend } from '../features/athletes/files/file-words.ts'
import { DropArea } from './drop-area.tsx'

/** Phones and tablets have a camera. */
const handheld = '(pointer: coarse)'

const endings = new Set<string>(scanTypes.flatMap((type) => fileTypes[type].endings))

/** Checks a file before the upload. */
function fileProblem(file: File) {
  if (!endings.has(endingOf(file.name))) return 'Choose a photo (JPEG, PNG or WebP) or a PDF.'
  return reasonNotToSend(file)
}

/** Chooses a PDF or the picture of a paper; phones take a photo. With `drop`, files can be dropped. */
export function ScanField({
  label: name,
  file,
  share,
  isBelowHeading = false,
  drop,
  onChoose,
}: {
  label: string
  file: File | undefined
  /** Upload progress from 0 to 1; undefined while idle. */
  share: number | undefined
  /** Hides the legend below a heading with the same text. */
  isBelowHeading?: boolean
  /** Hint of the drop box. */
  drop?: string
  onChoose: (file: File | undefined) => void
}) {
  const label = useId()
  const isHandheld = useMedia(handheld)
  const [input, camera] = [useRef<HTMLInputElement>(null), useRef<HTMLInputElement>(null)]
  const [problem, setProblem] = useState<string>()

  function chooseFrom(target: HTMLInputElement) {
    const chosen = target.files?.[0]
    // Lets the same file be chosen again.
    target.value = ''
    choose(chosen)
  }

  function choose(chosen: File | undefined) {
    if (!chosen) return
    const found = fileProblem(chosen)
    setProblem(found)
    onChoose(found ? undefined : chosen)
  }

  const buttons = (
    <div className="flex flex-wrap items-center gap-2">
      {isHandheld && (
        <Button look="secondary" size="small" onClick={() => camera.current?.click()}>
          <ToolIcon name="picture" />
          Take photo
        </Button>
      )}
      <Button look="secondary" size="small" onClick={() => input.current?.click()}>
        <ToolIcon name="upload" />
        {file ? 'Choose another file' : 'Choose file'}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={name}
        accept={acceptedBy(scanTypes)}
        onChange={({ currentTarget }) => chooseFrom(currentTarget)}
      />
      <input
        ref={camera}
        type="file"
        hidden
        aria-label={`Photo of the ${name.toLowerCase()}`}
        accept="image/jpeg,image/png,image/webp"
        capture="environment"
        onChange={({ currentTarget }) => chooseFrom(currentTarget)}
      />
    </div>
  )

  return (
    <fieldset className="flex flex-col gap-2" aria-describedby={problem ? `${label}-problem` : undefined}>
      <legend className={isBelowHeading ? 'sr-only' : 'pb-1.5 text-sm font-semibold text-ink'}>
        {name} <span className="font-normal text-slate">(optional)</span>
      </legend>
      {drop ? (
        <DropArea onFiles={([first]) => choose(first)} drop={drop} about="A photo or a PDF.">
          {buttons}
        </DropArea>
      ) : (
        buttons
      )}
      <p role="status" className="text-sm break-words empty:hidden">
        {file?.name}
      </p>
      {share !== undefined && <progress aria-label={`Upload of ${file?.name}`} value={share} className="w-full" />}
      {problem && (
        <p id={`${label}-problem`} role="alert" className="text-sm font-medium text-error">
          {problem}
        </p>
      )}
    </fieldset>
  )
}
