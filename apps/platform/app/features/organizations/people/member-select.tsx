import { organizationsApi } from '@sherpa/api-client/organizations'
import { controlClass } from '@sherpa/ui/field'
import { Select } from '@sherpa/ui/select'
import { type ComponentProps, useState } from 'react'
import { useAfterPause } from '../../../data/use-after-pause.ts'
import { useOrganization } from '../../../frame/account-context.ts'

const SHOWN = 100

/** Chooses a member, with a search field in large organizations. */
export function MemberSelect({
  none,
  without,
  ...rest
}: Omit<ComponentProps<typeof Select>, 'children'> & {
  /** The label of "no member". */
  none: string
  /** A member to leave out. */
  without?: string
}) {
  const { id: organization } = useOrganization()
  const [text, setText] = useState('')
  const search = useAfterPause(text.trim())
  const members = organizationsApi.useMembersInfiniteQuery(
    { organization, query: { limit: String(SHOWN), ...(search && { search }) } },
    { refetchOnMountOrArgChange: true },
  )
  const [page] = members.data?.pages ?? []
  const isLong = search !== '' || (page?.total?.count ?? 0) > SHOWN
  const options = new Map((page?.rows ?? []).map(({ id, name, email }) => [id, `${name} (${email})`]))
  return (
    <div className="flex flex-col gap-2">
      {isLong && (
        <input
          type="search"
          aria-label="Search members"
          placeholder="Search members"
          value={text}
          onChange={({ target }) => setText(target.value)}
          className={controlClass}
        />
      )}
      <Select {...rest}>
        <option value="">{none}</option>
        {[...options]
          .filter(([id]) => id !== without)
          .map(([id, label]) => (
            <option key={id} value={id}>
              {label}
            </option>
          ))}
      </Select>
    </div>
  )
}
