import { athletesApi } from '@sherpa/api-client/athletes'
import { athleteName } from '@sherpa/contracts/athlete'
import { useState } from 'react'
import { useAfterPause } from '../../data/use-after-pause.ts'
import { useOrganization } from '../../frame/account-context.ts'
import { athleteInWords } from '../athletes/athlete-in-words.ts'
import { type Findable, FindOne } from './find-one.tsx'

const SHOWN = '8'

export function FindAthlete({
  note,
  placeholder,
  chosen,
  onChoose,
  error,
}: {
  note?: string
  placeholder?: string
  chosen: Findable | undefined
  onChoose: (athlete: Findable | undefined) => void
  error: string | undefined
}) {
  const { id: organization } = useOrganization()
  const [text, setText] = useState('')
  const search = useAfterPause(text)
  const { data, isFetching } = athletesApi.useAthletesInfiniteQuery({
    organization,
    query: { limit: SHOWN, ...(search ? { search } : { sort: '-active' }) },
  })
  const options = (data?.pages[0]?.rows ?? []).map((athlete) => ({
    id: athlete.id,
    name: athleteName(athlete),
    about: athleteInWords(athlete),
  }))
  return (
    <FindOne
      name="athleteId"
      label="Athlete"
      note={note}
      placeholder={placeholder}
      error={error}
      chosen={chosen}
      onChoose={onChoose}
      options={options}
      isSearching={isFetching || search !== text}
      onSearch={setText}
    />
  )
}
