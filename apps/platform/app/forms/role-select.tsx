import { type Role, roles } from '@sherpa/contracts/organization'
import { Select } from '@sherpa/ui/select'
import type { ComponentProps } from 'react'

export function RoleSelect({ choices, ...rest }: ComponentProps<typeof Select> & { choices: readonly Role[] }) {
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
