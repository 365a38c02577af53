import { type ReactNode, useState } from 'react'

/** More than these are not read one by one. */
const READ_AT_A_GLANCE = 10

/** The choices of a menu; where there are many, a field above them finds some. */
export function MenuFind({
  label,
  choices,
  always = false,
  children,
}: {
  /** Such as "Find a tag". */
  label: string
  /** Words by value. */
  choices: readonly (readonly [value: string, word: string])[]
  /** Also where there are few: what is typed may be something new. */
  always?: boolean
  children: (found: readonly (readonly [value: string, word: string])[], typed: string) => ReactNode
}) {
  const [text, setText] = useState('')
  const typed = text.trim()
  const found = choices.filter(([, word]) => folded(word).includes(folded(typed)))
  return (
    <>
      {(always || choices.length > READ_AT_A_GLANCE) && (
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
        {found.length === 0 && typed && 'Nothing found.'}
      </p>
    </>
  )
}

/** Accents and capitals do not matter. */
function folded(text: string) {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
}
