// Compares what a run of tests cost with the committed budget (test-budget.json).

/** Of a machine on which the calibration takes two processor seconds. @typedef {Record<string, number>} Costs */
/** @typedef {{ seconds: Costs, counts: Costs }} Budget */

const REFERENCE_SECONDS = 2
/** Processor time varies: with the caches of the processor, and with what else is running. */
const TOLERANCE = 1.25
const AGREEMENT = 1.1

/**
 * `lines`: the table to print. `exceeded`: what fails a merge. `warnings`: what is beyond the budget, though the machine
 * was too restless to tell.
 *
 * @param {Budget} budget
 * @param {{ seconds: Map<string, number>, counts: Partial<Costs>, calibrations: number[] }} measured
 */
export function compareWithBudget(budget, { seconds, counts, calibrations }) {
  const mean = calibrations.reduce((sum, one) => sum + one, 0) / calibrations.length
  const isSteady = Math.max(...calibrations) <= AGREEMENT * Math.min(...calibrations)
  const lines = ['processor seconds: used, at the speed of the reference, budget']
  const beyond = []
  for (const [step, used] of seconds) {
    const normal = (used * REFERENCE_SECONDS) / mean
    const allowed = budget.seconds[step]
    lines.push(
      `  ${step.padEnd(16)} ${used.toFixed(0).padStart(6)} ${normal.toFixed(0).padStart(6)} ${String(allowed ?? '–').padStart(6)}`,
    )
    if (allowed === undefined) beyond.push(`${step} has no budget`)
    else if (normal > TOLERANCE * allowed)
      beyond.push(`${step}: ${normal.toFixed(0)} instead of ${allowed} processor seconds`)
  }
  lines.push('counts: this run, budget')
  const exceeded = []
  for (const [name, allowed] of Object.entries(budget.counts)) {
    const counted = counts[name] ?? 0
    lines.push(`  ${name.padEnd(16)} ${String(counted).padStart(6)} ${String(allowed).padStart(6)}`)
    if (counted > allowed) exceeded.push(`${counted} instead of ${allowed} ${name}`)
  }
  const speeds = calibrations.map((one) => one.toFixed(2)).join(' and ')
  lines.push(
    `calibration: ${speeds} processor seconds before and after${isSteady ? '' : ': too different to judge the steps'}`,
  )
  return { lines, exceeded: [...exceeded, ...(isSteady ? beyond : [])], warnings: isSteady ? [] : beyond }
}
