import { signingSides } from '@sherpa/contracts/deal'
import type { CheckedDocument } from '@sherpa/contracts/deal-work'
import { messageLooks } from '@sherpa/ui/message-box'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Moment } from '../../../data/moments.tsx'
import { useOrganization } from '../../../frame/account-context.ts'

type Found = NonNullable<CheckedDocument['found']>

const sentences: Record<Found['kind'], string> = {
  signed: 'This is the signed document, unchanged.',
  frozen: 'This is the document submitted for review, unchanged. It has no signatures.',
  paper: 'This is a copy signed on paper, unchanged.',
  proof: 'This is a proof submitted for the deal, unchanged.',
  shared: 'This is the company’s copy of the signed document, unchanged.',
  contract: 'This is the contract of a version, unchanged.',
  document: 'This is a document added to the deal, unchanged.',
}

const sentenceOf = ({ kind, superseded }: Found) =>
  superseded ? `${sentences[kind]} It was replaced by another copy.` : sentences[kind]

export function CheckResult({ name, hash, found }: { name: string; hash: string; found: Found | null }) {
  return (
    <div className="flex flex-col gap-4">
      <p
        className={`rounded-md border px-4 py-3 text-sm font-medium break-words ${found ? messageLooks.success : messageLooks.error}`}
      >
        {name}: {found ? sentenceOf(found) : 'Not one of your documents, or changed.'}
      </p>
      {!found && (
        <p className="max-w-[60ch] text-sm">
          No document of a deal you can see has exactly this content. Any change makes it a different file, including
          scanning it or saving it in another program.
        </p>
      )}
      <dl className="grid gap-x-6 gap-y-3 text-sm sm:grid-cols-[10rem_1fr]">
        {found && <FoundFacts found={found} />}
        <Fact label="Document code (SHA-256)">
          <code className="text-xs break-all">{hash}</code>
        </Fact>
      </dl>
    </div>
  )
}

function FoundFacts({ found: { deal, number, inForce, signatures, versionHash, addedAt } }: { found: Found }) {
  const { id: organization } = useOrganization()
  return (
    <>
      <Fact label="Deal">
        <Link
          to={`/organizations/${organization}/deals/${deal.id}`}
          className="font-medium break-words text-glacier hover:underline"
        >
          {deal.title}
        </Link>
      </Fact>
      {number !== null && (
        <Fact label="Version">
          Version {number}, {inForce ? 'in force' : 'not in force'}
        </Fact>
      )}
      {number !== null && (
        <Fact label={`Version ${number} signed by`}>
          {signatures.length === 0 ? (
            'No one yet'
          ) : (
            <ul className="flex flex-col gap-1">
              {signatures.map(({ side, name, method, signedAt }) => (
                <li key={side} className="break-words">
                  {name} ({signingSides[side].toLowerCase()}
                  {{ platform: '', paper: ', on paper', link: ', by link', entered: ', entered as signed' }[method]}),{' '}
                  <Moment at={signedAt} />
                </li>
              ))}
            </ul>
          )}
        </Fact>
      )}
      <Fact label="Added">
        <Moment at={addedAt} />
      </Fact>
      {versionHash && (
        <Fact label={`Hash of version ${number}`}>
          <code className="text-xs break-all">{versionHash}</code>
        </Fact>
      )}
    </>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="contents">
      <dt className="text-grey max-sm:-mb-2">{label}</dt>
      <dd className="min-w-0 text-ink">{children}</dd>
    </div>
  )
}
