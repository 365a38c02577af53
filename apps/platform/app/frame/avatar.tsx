import { initialsOf } from './initials.ts'

/** As many as there are in frame.css. */
const TINTS = 7

const sizes = {
  small: 'size-6 text-[0.625rem]',
  regular: 'size-8 text-xs',
}

/** Initials on a quiet ground, the same wherever the name stands: round for people, square for organizations. */
export function Avatar({
  name,
  size = 'small',
  shape = 'person',
}: {
  name: string
  size?: keyof typeof sizes
  shape?: 'person' | 'organization'
}) {
  return (
    <span
      aria-hidden="true"
      data-tint={tintOf(name)}
      className={`avatar grid shrink-0 place-items-center font-semibold ${sizes[size]} ${shape === 'person' ? 'rounded-full' : 'rounded-sm'}`}
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
