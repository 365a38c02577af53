import { type DragEvent, type ReactNode, useState } from 'react'

/** A drop zone around the button that chooses files. */
export function DropArea({
  onFiles,
  drop: dropHere,
  about,
  children,
}: {
  onFiles: (files: Iterable<File>) => void
  /** Hint for pointer devices. */
  drop: string
  about: string
  children: ReactNode
}) {
  const [over, setOver] = useState(false)

  function drag(event: DragEvent) {
    if (!event.dataTransfer.types.includes('Files')) return
    event.preventDefault()
    setOver(true)
  }

  function drop(event: DragEvent) {
    event.preventDefault()
    setOver(false)
    onFiles(event.dataTransfer.files)
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button is the accessible alternative
    <div
      onDragEnter={drag}
      onDragOver={drag}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      className={`flex flex-wrap items-center gap-x-4 gap-y-2 rounded-md border border-dashed px-4 py-3 ${over ? 'border-glacier bg-glacier-pale' : 'border-line-strong/50 bg-snow'}`}
    >
      {children}
      <p className="min-w-0 flex-1 basis-52 text-sm">
        <span className="pointer-coarse:hidden">{dropHere} </span>
        <span className="text-grey">{about}</span>
      </p>
    </div>
  )
}
