import { expect, test } from 'vitest'
import { pruneStyles } from './prune-styles.ts'

test('keeps rules whose classes are all on the page', () => {
  const css = '.a{x:1}.a.b{x:2}.a>.c{x:3}'
  expect(pruneStyles(css, '<p class="a b"></p>')).toBe('.a{x:1}.a.b{x:2}')
})

test('removes selectors that cannot match', () => {
  expect(pruneStyles('.a,.b,h1,h2{x:1}', '<h1 class="b"></h1>')).toBe('.b,h1{x:1}')
})

test('removes rules for missing elements anywhere in the selector', () => {
  const css =
    'p{x:1}abbr:where([title]){x:2}.a table>td{x:3}:is(h1,h2){x:4}p:not(table){x:5}html:has(p) body{x:6}[type=file]{x:7}'
  expect(pruneStyles(css, '<html><body><p class="a"></p></body></html>')).toBe(
    'p{x:1}:is(h1,h2){x:4}p:not(table){x:5}html:has(p) body{x:6}[type=file]{x:7}',
  )
})

test('keeps input pseudo-elements only with a matching input', () => {
  const css =
    '::-webkit-datetime-edit{x:1}::file-selector-button{x:2}::placeholder{x:3}::-webkit-inner-spin-button{x:4}'
  expect(pruneStyles(css, '<input type="email"/>')).toBe('::placeholder{x:3}')
  expect(pruneStyles(css, '<input name="day" type="date"/>')).toBe('::-webkit-datetime-edit{x:1}::placeholder{x:3}')
})

test('defers rules for hover and active, but not for focus', () => {
  const css = '.a:hover{x:1}.a:active{x:2}.a:focus-visible{x:3}'
  expect(pruneStyles(css, '<p class="a"></p>')).toBe('.a:focus-visible{x:3}')
})

test('removes repeated declarations', () => {
  expect(pruneStyles('p{x:1;x:1;y:2;x:3}', '<p></p>')).toBe('p{x:1;y:2;x:3}')
})

test('removes unused registered properties', () => {
  const css = '@property --a{inherits:false}@property --b{inherits:false}p{x:var(--a)}'
  expect(pruneStyles(css, '<p></p>')).toBe('@property --a{inherits:false}p{x:var(--a)}')
})

test('handles escaped utility class names', () => {
  const css = '.sm\\:p-1\\.5{x:1}.\\32xl{x:2}.\\[\\&\\>p\\]\\:m{x:3}'
  expect(pruneStyles(css, '<p class="sm:p-1.5 2xl [&amp;&gt;p]:m"></p>')).toBe(css)
})

test('ignores classes inside :not()', () => {
  expect(pruneStyles('h1:not(.quiet){x:1}', '<h1></h1>')).toBe('h1:not(.quiet){x:1}')
})

test('removes empty media queries, unused animations and web fonts', () => {
  const css =
    '@media print{.gone{x:1}}@keyframes spin{to{x:1}}@keyframes idle{to{x:2}}.a{animation:spin 1s}' +
    '@font-face{src:url(a.woff2)}@font-face{src:local("Arial")}'
  expect(pruneStyles(css, '<p class="a"></p>')).toBe(
    '@keyframes spin{to{x:1}}.a{animation:spin 1s}@font-face{src:local("Arial")}',
  )
})

test('removes unused variables transitively', () => {
  const css = ':root{--a:1;--b:var(--c);--c:2}.a{x:var(--a)}.b{x:var(--b)}'
  expect(pruneStyles(css, '<p class="a"></p>')).toBe(':root{--a:1}.a{x:var(--a)}')
})
