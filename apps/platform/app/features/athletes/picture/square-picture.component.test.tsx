import { MAX_CHOSEN_PICTURE_BYTES } from '@sherpa/contracts/file'
import { expect, test } from 'vitest'
import { squarePicture, UnusablePicture } from './square-picture.ts'

async function drawn(width: number, height: number, type = 'image/png') {
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d')
  if (!context) throw new Error('Nothing to draw on.')
  context.fillStyle = 'green'
  context.fillRect(0, 0, width, height / 2)
  return new File([await canvas.convertToBlob({ type })], 'picture', { type })
}

test('crops any picture to a small square with white for transparency', async () => {
  for (const type of ['image/png', 'image/jpeg', 'image/webp']) {
    const small = await squarePicture(await drawn(900, 1200, type))
    expect(small.type).toBe('image/jpeg')
    expect(small.size).toBeLessThan(20_000)
    const { width, height } = await createImageBitmap(small)
    expect([width, height]).toEqual([256, 256])
  }
  const canvas = new OffscreenCanvas(256, 256)
  const context = canvas.getContext('2d')
  context?.drawImage(await createImageBitmap(await squarePicture(await drawn(900, 1200))), 0, 0)
  const lowest = context?.getImageData(128, 250, 1, 1).data ?? []
  expect([...lowest].every((part) => part > 250)).toBe(true)
})

test('rejects oversized files and non-images with a message', async () => {
  const large = new File([new Uint8Array(MAX_CHOSEN_PICTURE_BYTES + 1)], 'large.png', { type: 'image/png' })
  await expect(squarePicture(large)).rejects.toThrow('at most 5 MB')
  for (const type of ['image/png', 'image/gif', 'text/plain']) {
    await expect(squarePicture(new File(['hello'], 'a', { type }))).rejects.toThrow(UnusablePicture)
  }
})
