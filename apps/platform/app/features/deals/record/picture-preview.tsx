import { useEffect, useRef, useState } from 'react'

/** Enough for high-density screens. */
const LONGEST_SIDE = 960

/** Preview on a canvas: the Content-Security-Policy forbids blob URLs. */
export function PicturePreview({ file }: { file: File }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [isReadable, setReadable] = useState(true)

  useEffect(() => {
    let isCurrent = true
    setReadable(true)
    createImageBitmap(file).then(
      (image) => {
        if (isCurrent && canvas.current) draw(image, canvas.current)
        image.close()
      },
      () => isCurrent && setReadable(false),
    )
    return () => {
      isCurrent = false
    }
  }, [file])

  if (!isReadable) return null
  return (
    <canvas
      ref={canvas}
      role="img"
      aria-label={`Preview of ${file.name}`}
      className="mx-auto max-h-[40dvh] max-w-full rounded-sm bg-quiet"
    />
  )
}

function draw(image: ImageBitmap, canvas: HTMLCanvasElement) {
  const scale = Math.min(1, LONGEST_SIDE / Math.max(image.width, image.height))
  canvas.width = Math.round(image.width * scale)
  canvas.height = Math.round(image.height * scale)
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
}
