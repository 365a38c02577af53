import type { DealImportMapping, UnknownName } from '@sherpa/contracts/deal-import'
import { Button } from '@sherpa/ui/button'
import { Panel } from '@sherpa/ui/panel'
import { Select } from '@sherpa/ui/select'
import { type ReactNode, useState } from 'react'
import { countInWords, rowsInWords } from '../../imports/import-words.ts'
import type { Noun } from '../../imports/importable.ts'

type Chosen = DealImportMapping['athletes']
type Meaning = Chosen[string]

const NAMES_SHOWN = 50

/** Whether the name waits for an answer. */
export const isOpen = ({ chosen }: UnknownName) => chosen === null

/** Names that no record has: the same as a known one, new, or left out. */
export function UnknownNames({
  title,
  noun,
  names,
  chosen,
  onChange,
  actions,
}: {
  title: string
  noun: Noun
  names: UnknownName[]
  /** Meanings by lower-case name. */
  chosen: Chosen
  onChange: (chosen: Chosen) => void
  actions: ReactNode
}) {
  if (names.length === 0) return null
  const isAdded = ({ candidates, chosen: suggested }: UnknownName) => candidates.length === 0 && suggested === 'new'
  const asked = names.filter((one) => !isAdded(one))
  const others = names.filter(isAdded)
  const meaningOf = ({ name, chosen: suggested }: UnknownName) => chosen[name.toLowerCase()] ?? suggested
  const open = asked.filter((one) => meaningOf(one) === null)
  const choose = (meaning: Meaning, ...which: UnknownName[]) =>
    onChange({ ...chosen, ...Object.fromEntries(which.map(({ name }) => [name.toLowerCase(), meaning])) })
  const list = { noun, meaningOf, onChoose: (one: UnknownName, meaning: Meaning) => choose(meaning, one) }
  return (
    <Panel
      title={title}
      lead={
        open.length > 0
          ? `${countInWords(open.length, noun)} may be in Sherpa under another spelling. Without an answer, the rows are left out.`
          : `Not in Sherpa yet. Choose what becomes of each ${noun.one}.`
      }
      actions={
        <span className="flex flex-wrap gap-2">
          {open.length > 1 && (
            <>
              <Button look="secondary" size="small" onClick={() => choose('new', ...open)}>
                Add all as new
              </Button>
              <Button look="secondary" size="small" onClick={() => choose('leave-out', ...open)}>
                Leave out all
              </Button>
            </>
          )}
          {actions}
        </span>
      }
    >
      <div className="flex max-w-4xl flex-col gap-3 text-sm">
        {asked.length > 0 && <NameList {...list} names={asked} />}
        {others.length > 0 && (
          <details open={asked.length === 0 && others.length <= 5}>
            <summary className="cursor-pointer max-md:py-3">{countInWords(others.length, noun)} to be added</summary>
            <div className="mt-2">
              <NameList {...list} names={others} />
            </div>
          </details>
        )}
      </div>
    </Panel>
  )
}

const isListed = ({ candidates }: UnknownName, meaning: Meaning) =>
  meaning === 'new' || meaning === 'leave-out' || candidates.some(({ id }) => id === meaning)

function NameList({
  noun,
  names,
  meaningOf,
  onChoose,
}: {
  noun: Noun
  names: UnknownName[]
  meaningOf: (name: UnknownName) => Meaning | null
  onChoose: (name: UnknownName, meaning: Meaning) => void
}) {
  const [shown, setShown] = useState(NAMES_SHOWN)
  return (
    <>
      <ul className="flex flex-col divide-y divide-line">
        {names.slice(0, shown).map((one) => {
          const meaning = meaningOf(one)
          return (
            <li
              key={one.name}
              className="grid gap-x-6 gap-y-2 py-3 sm:grid-cols-[minmax(0,1fr)_minmax(0,20rem)] sm:items-center"
            >
              <span className="min-w-0 [overflow-wrap:anywhere]">
                <span className="font-medium text-ink">{one.name}</span>, {rowsInWords(one.rows)}
              </span>
              <Select
                size="small"
                aria-label={`Answer for ${one.name}`}
                value={meaning ?? ''}
                onChange={({ target }) => onChoose(one, target.value as Meaning)}
              >
                {meaning === null && <option value="">Choose an answer</option>}
                {one.candidates.map(({ id, name, about }) => (
                  <option key={id} value={id}>
                    {about ? `${name} (${about})` : name}
                  </option>
                ))}
                {meaning !== null && !isListed(one, meaning) && <option value={meaning}>Chosen before</option>}
                <option value="new">{`Add as new ${noun.one}`}</option>
                <option value="leave-out">Leave out these rows</option>
              </Select>
            </li>
          )
        })}
      </ul>
      {names.length > shown && (
        <Button look="secondary" size="small" className="self-start" onClick={() => setShown(shown + NAMES_SHOWN)}>
          Show more
        </Button>
      )}
    </>
  )
}
