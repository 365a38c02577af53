import { Ago } from '../../data/moments.tsx'

/** A cell of a list. */
export function LastContact({ at }: { at: string | null }) {
  return <span className="text-grey">{at ? <Ago at={at} /> : 'Never'}</span>
}
