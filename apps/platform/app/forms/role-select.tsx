import type { Role } from '@sherpa/contracts/organization'
import { Select } from '@sherpa/ui/select'
import type { ComponentProps } from 'react'
import { useLabels } from '../frame/account-context.ts'

export function RoleSelect({ choices, ...rest }: ComponentProps<typeof Select> & { choices: readonly Role[] }) {
  const { roles } = useLabels()
  return (
    <Select {...rest}>
      {choices.map((role) => (
        <option key={role} value={role}>
          {roles[role]}
        </option>
      ))}
    </Select>
  )
}
