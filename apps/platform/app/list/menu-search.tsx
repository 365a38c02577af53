import { type ReactNode, useState } from 'react'

/** Longer menus get a search field. */
const SEARCH_FROM = 10

/** The choices of a menu, with a search field if there are many. */
export function MenuSearch({
  label,
  choices,
  always = false,
  children,
}: {
  /** Such as "Find a tag". */
  label: string
  choices: readonly (readonly [value: string, word: string])[]
  /** Always show the field, because its text may become a new choice. */
  always?: boolean
  children: (found: readonly (readonly [value: string, word: string])[], typed: string) => ReactNode
}) {
  const [text, setText] = useState('')
  const typed = text.trim()
  const found = choices.filter(([, word]) => folded(word).includes(folded(typed)))
  return (
    <>
      {(always || choices.length > SEARCH_FROM) && (
        <input
          type="search"
          aria-label={label}
          placeholder={label}
          value={text}
          maxLength={40}
          onChange={({ target }) => setText(target.value)}
          className="mb-1.5 min-h-button-small w-full rounded-sm border border-control bg-white px-2.5 text-input text-ink placeholder:text-grey md:text-sm"
        />
      )}
      {children(found, typed)}
      <p role="status" className={found.length === 0 && typed ? 'px-2.5 py-1.5 text-sm text-grey' : 'sr-only'}>
        {found.length === 0 && typed && 'No matches.'}
      </p>
    </>
  )
}

/** Folds accents and case. */
function folded(text: string) {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
}
