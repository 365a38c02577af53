import { useState } from 'react'
import { initialsOf } from './initials.ts'

/** Number of tints in frame.css. */
const TINTS = 7

const sizes = {
  small: 'size-6 text-[0.625rem]',
  regular: 'size-8 text-xs',
  large: 'size-14 text-[1.1875rem]',
}

/** A picture or initials: round for people, square for organizations. */
export function Avatar({
  name,
  size = 'small',
  shape = 'person',
  picture,
}: {
  name: string
  size?: keyof typeof sizes | undefined
  shape?: 'person' | 'organization'
  /** The picture's URL. */
  picture?: string | undefined
}) {
  // A picture that failed to load, for example because it was just removed.
  const [broken, setBroken] = useState<string>()
  const look = `shrink-0 ${sizes[size]} ${shape === 'person' ? 'rounded-full' : 'rounded-sm'}`
  if (picture && picture !== broken) {
    return (
      <img
        src={picture}
        alt=""
        loading="lazy"
        decoding="async"
        onError={() => setBroken(picture)}
        className={`bg-quiet object-cover ${look}`}
      />
    )
  }
  return (
    <span
      aria-hidden="true"
      data-tint={tintOf(name)}
      className={`avatar grid place-items-center font-semibold ${look}`}
    >
      {initialsOf(name)}
    </span>
  )
}

function tintOf(name: string) {
  let sum = 0
  for (const letter of name) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 997
  return 1 + (sum % TINTS)
}
