import type { DueBefore } from '@sherpa/contracts/disclosure'
import type { MissingFacts } from '@sherpa/contracts/missing-facts'
import { textLinkClass } from '@sherpa/ui/text-link'
import { Link } from 'react-router'
import { useOrganization } from '../../frame/account-context.ts'
import { pastInWords } from './disclosure-words.ts'

type Past = MissingFacts['counts']['past']
const pasts: readonly DueBefore[] = ['joining', 'update']

/** Undefined if there are none. */
export function pastSentence(past: Past) {
  const sentences = pasts.flatMap((before) => (past[before] > 0 ? [pastInWords(before, past[before])] : []))
  return sentences.length > 0 ? sentences.join(', ') : undefined
}

/** One line for what was past before the organization could know. It opens its rows. */
export function PastReports({ past, shown }: { past: Past; shown: string | undefined }) {
  const { id: organization } = useOrganization()
  return pasts
    .filter((before) => before !== shown && past[before] > 0)
    .map((before) => (
      <p key={before} className="text-sm text-slate">
        {pastInWords(before, past[before])}.{' '}
        <Link
          to={`/organizations/${organization}/compliance?before=${before}`}
          className={`${textLinkClass} touch-area`}
        >
          Show {past[before] === 1 ? 'it' : 'them'}
        </Link>
      </p>
    ))
}
