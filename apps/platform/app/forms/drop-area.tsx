import { type DragEvent, type ReactNode, useState } from 'react'

/** Where files are dropped, with the button for choosing them. */
export function DropArea({
  onFiles,
  drop: dropHere,
  about,
  children,
}: {
  onFiles: (files: Iterable<File>) => void
  /** Says that it can be done, to those who can. */
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
    // biome-ignore lint/a11y/noStaticElementInteractions: files are dropped with a pointer; for all others there is the button
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
