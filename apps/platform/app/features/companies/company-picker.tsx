import { companiesApi } from '@sherpa/api-client/companies'
import type { CompanyRow } from '@sherpa/contracts/company'
import { controlClass } from '@sherpa/ui/field'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useAfterPause } from '../../data/use-after-pause.ts'
import { useOrganization } from '../../frame/account-context.ts'

type Named = Pick<CompanyRow, 'id' | 'name'>

/** Enter selects the first result. */
export function CompanyPicker({
  label,
  kind,
  except,
  none,
  onChoose,
}: {
  label: string
  /** Only companies of this kind. */
  kind?: CompanyRow['kind']
  /** Companies to leave out. */
  except: (company: CompanyRow) => boolean
  /** Label of the option without a company. */
  none?: string
  onChoose: (company: Named | null) => void
}) {
  const { id: organization } = useOrganization()
  const id = useId()
  const [text, setText] = useState('')
  const search = useAfterPause(text.trim())
  const { data, isFetching } = companiesApi.useCompaniesInfiniteQuery({
    organization,
    query: { limit: '20', ...(search && { search }), ...(kind && { kind }) },
  })
  const found = data?.pages[0]?.rows.filter((company) => !except(company)) ?? []

  // Enter pressed before results arrived chooses the first one.
  const isAwaited = useRef(false)
  const isSearching = isFetching || search !== text.trim()
  useEffect(() => {
    if (!isAwaited.current || isSearching) return
    isAwaited.current = false
    if (search && found[0]) onChoose(found[0])
  })

  function chooseFirst(event: KeyboardEvent) {
    if (event.key !== 'Enter') return
    event.preventDefault()
    if (isSearching) isAwaited.current = true
    else if (search && found[0]) onChoose(found[0])
  }

  return (
    <div className="flex flex-col gap-1.5">
      <input
        type="search"
        aria-label={label}
        aria-controls={id}
        placeholder={label}
        value={text}
        maxLength={100}
        autoComplete="off"
        onChange={({ target }) => {
          isAwaited.current = false
          setText(target.value)
        }}
        onKeyDown={chooseFirst}
        className={`${controlClass} min-h-8 px-2 py-1 text-sm`}
      />
      <ul id={id} className="max-h-56 overflow-y-auto">
        {none && !search && (
          <li>
            <button type="button" onClick={() => onChoose(null)} className={`${choiceClass} text-grey`}>
              {none}
            </button>
          </li>
        )}
        {found.map((company) => (
          <li key={company.id}>
            <button type="button" onClick={() => onChoose(company)} className={choiceClass}>
              {company.name}
            </button>
          </li>
        ))}
      </ul>
      {data && found.length === 0 && <p className="px-1.5 py-1 text-sm text-grey">No company matches</p>}
    </div>
  )
}

const choiceClass =
  'flex min-h-8 w-full cursor-pointer items-center rounded-sm px-1.5 text-left text-sm break-words text-ink hover:bg-hover max-md:min-h-11'
