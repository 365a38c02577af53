import { expect, test } from 'vitest'
import { acceptedProofs, proofProblem } from './proof-file.ts'

test('accepts photos and PDFs up to 25 MB', () => {
  expect(acceptedProofs).toBe('application/pdf,image/png,image/jpeg,image/gif,image/webp')
  expect(proofProblem({ name: 'Post.JPG', size: 25 * 1024 * 1024 })).toBeUndefined()
  expect(proofProblem({ name: 'Post.pdf', size: 1 })).toBeUndefined()
})

test('other files are rejected with advice', () => {
  expect(proofProblem({ name: 'Post.heic', size: 1 })).toContain('Choose a photo (JPEG, PNG, GIF or WebP) or a PDF.')
  expect(proofProblem({ name: 'Film.mp4', size: 1 })).toContain('Choose a photo')
  expect(proofProblem({ name: 'Post.pdf', size: 26 * 1024 * 1024 })).toContain('at most 25 MB')
  expect(proofProblem({ name: 'Post.pdf', size: 0 })).toBe('This file is empty.')
})
