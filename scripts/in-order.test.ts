import { expect, test } from 'vitest'
import { inOrder } from './in-order.mjs'

test('does not interleave the output of parallel programs', () => {
  let printed = ''
  const print = inOrder(['lint', 'types', 'unit'], (text) => {
    printed += text
  })
  print.write('unit', 'u1\n')
  print.write('lint', 'l1\n')
  expect(printed).toBe('\n=== lint\nl1\n')
  print.write('types', 't1\n')
  print.end('types')
  print.write('lint', 'l2\n')
  print.end('lint')
  print.write('unit', 'u2\n')
  print.end('unit')
  expect(printed).toBe('\n=== lint\nl1\nl2\n\n=== types\nt1\n\n=== unit\nu1\nu2\n')
})
