import { permissions } from '@sherpa/contracts/organization'

/** Explains the permissions of an owner. */
export function OwnerPowers({ name, organization }: { name: string; organization: string }) {
  return (
    <div className="flex flex-col gap-3 text-sm">
      <p>
        Owners can do everything in {organization}, including removing other owners. As an owner, {name} will be able
        to:
      </p>
      <ul className="list-disc pl-5">
        {Object.values(permissions).map(({ name: permission }) => (
          <li key={permission}>{permission}</li>
        ))}
      </ul>
    </div>
  )
}
