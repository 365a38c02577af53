import { MAX_CHOSEN_PICTURE_BYTES, pictureTypes } from '@sherpa/contracts/file'

/** Sharp as the largest avatar on high-density screens. */
const SIDE = 256
const QUALITY = 0.85

/** Its message is shown to the person. */
export class UnusablePicture extends Error {}

/** Crops and scales a picture to a small square, which also strips its metadata. */
export async function squarePicture(file: File): Promise<Blob> {
  if (file.size > MAX_CHOSEN_PICTURE_BYTES) throw new UnusablePicture('Choose a picture of at most 5 MB.')
  const image = await readImage(file)
  const side = Math.min(image.width, image.height)
  const canvas = document.createElement('canvas')
  canvas.width = SIDE
  canvas.height = SIDE
  const context = canvas.getContext('2d')
  if (!context) throw new UnusablePicture('Your browser can’t process this picture.')
  // Transparent pixels would become black.
  context.fillStyle = 'white'
  context.fillRect(0, 0, SIDE, SIDE)
  context.imageSmoothingQuality = 'high'
  const [left, top] = [(image.width - side) / 2, (image.height - side) / 2]
  context.drawImage(image, left, top, side, side, 0, 0, SIDE, SIDE)
  image.close()
  return new Promise((resolve, reject) =>
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new UnusablePicture('Your browser can’t process this picture.'))),
      'image/jpeg',
      QUALITY,
    ),
  )
}

async function readImage(file: File) {
  const isSupported = (pictureTypes as readonly string[]).includes(file.type)
  const image = isSupported ? await createImageBitmap(file).catch(() => undefined) : undefined
  if (!image) throw new UnusablePicture('Choose a JPEG, PNG or WebP picture.')
  return image
}
