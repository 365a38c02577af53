import { expect, test } from 'vitest'
import { acceptedProofs, reasonNotToProve } from './proof-file.ts'

test('photos and PDFs of up to 25 MB can be sent', () => {
  expect(acceptedProofs).toBe('application/pdf,image/png,image/jpeg,image/gif,image/webp')
  expect(reasonNotToProve({ name: 'Post.JPG', size: 25 * 1024 * 1024 })).toBeUndefined()
  expect(reasonNotToProve({ name: 'Post.pdf', size: 1 })).toBeUndefined()
})

test('what cannot be sent comes with what to do', () => {
  expect(reasonNotToProve({ name: 'Post.heic', size: 1 })).toContain(
    'Choose a photo (JPEG, PNG, GIF or WebP) or a PDF.',
  )
  expect(reasonNotToProve({ name: 'Film.mp4', size: 1 })).toContain('Choose a photo')
  expect(reasonNotToProve({ name: 'Post.pdf', size: 26 * 1024 * 1024 })).toContain('at most 25 MB')
  expect(reasonNotToProve({ name: 'Post.pdf', size: 0 })).toBe('This file is empty.')
})
