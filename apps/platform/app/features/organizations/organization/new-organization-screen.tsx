import { ScreenHeading } from '../../../frame/screen-heading.tsx'
import { NewOrganizationForm } from './new-organization-form.tsx'

export function Component() {
  return (
    <>
      <ScreenHeading
        title="Create an organization"
        lead="You will be its owner. You can change the name and type later."
      />
      <NewOrganizationForm />
    </>
  )
}
