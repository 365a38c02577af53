import { type SportId, sportIds, sportNames } from '@sherpa/contracts/sports'

/** The organization's own sports come first. */
export function SportOptions({ inUse }: { inUse: readonly SportId[] }) {
  const others = sportIds.filter((sport) => !inUse.includes(sport))
  if (others.length === 0) return <Options sports={inUse} />
  return (
    <>
      <optgroup label="Your sports">
        <Options sports={inUse} />
      </optgroup>
      <optgroup label="Other sports">
        <Options sports={others} />
      </optgroup>
    </>
  )
}

function Options({ sports }: { sports: readonly SportId[] }) {
  return sports.map((sport) => (
    <option key={sport} value={sport}>
      {sportNames[sport]}
    </option>
  ))
}
