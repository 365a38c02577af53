import { expect, test } from 'vitest'
import { pruneStyles } from './prune-styles.ts'

test('rules stay when all of their classes are on the page', () => {
  const css = '.a{x:1}.a.b{x:2}.a:hover>.c{x:3}'
  expect(pruneStyles(css, '<p class="a b"></p>')).toBe('.a{x:1}.a.b{x:2}')
})

test('a list of selectors is shortened to those that can match', () => {
  expect(pruneStyles('.a,.b,h1{x:1}', '<p class="b"></p>')).toBe('.b,h1{x:1}')
})

test('escaped names from utility classes are understood', () => {
  const css = '.sm\\:p-1\\.5{x:1}.\\32xl{x:2}.\\[\\&\\>p\\]\\:m{x:3}'
  expect(pruneStyles(css, '<p class="sm:p-1.5 2xl [&amp;&gt;p]:m"></p>')).toBe(css)
})

test('a class inside :not() does not have to be there', () => {
  expect(pruneStyles('h1:not(.quiet){x:1}', '<h1></h1>')).toBe('h1:not(.quiet){x:1}')
})

test('media queries that end up empty, unused animations and fonts to download are left out', () => {
  const css =
    '@media print{.gone{x:1}}@keyframes spin{to{x:1}}@keyframes idle{to{x:2}}.a{animation:spin 1s}' +
    '@font-face{src:url(a.woff2)}@font-face{src:local("Arial")}'
  expect(pruneStyles(css, '<p class="a"></p>')).toBe(
    '@keyframes spin{to{x:1}}.a{animation:spin 1s}@font-face{src:local("Arial")}',
  )
})

test('variables that nothing on the page uses are left out, and those that only they use', () => {
  const css = ':root{--a:1;--b:var(--c);--c:2}.a{x:var(--a)}.b{x:var(--b)}'
  expect(pruneStyles(css, '<p class="a"></p>')).toBe(':root{--a:1}.a{x:var(--a)}')
})
