"""Ways to falsify a published site, written down from the threats before the checker was: each edits a site of its own
choice and returns where a reader must be pointed to: a file, a part of the place within it, and, where the place has
a name beside its pointer, that name.

`HASHED` leave the hashes as they were, `REMADE` make every hash anew, as one would who can write the whole site.
"""

from tests.verify.tampering import around, files, numbers, pages, records, releases, words
from tests.verify.tampering.choice import Place as Place
from tests.verify.tampering.choice import Tampering

HASHED: tuple[Tampering, ...] = (
    numbers.digit_in_a_median,
    numbers.edited_cell_of_the_csv,
    pages.median_on_a_cohort_page,
    records.swapped_artifact,
    files.byte_of_a_record,
    files.file_taken_away,
    files.file_slipped_in,
    files.entry_of_the_manifest_left_out,
    files.line_of_the_sums,
    files.size_in_the_manifest,
)
REMADE: tuple[Tampering, ...] = (
    numbers.digit_in_a_median,
    numbers.narrower_interval,
    numbers.unavailable_made_a_median,
    numbers.smaller_denominator,
    numbers.planned_runs_forgotten,
    numbers.null_made_zero,
    numbers.barred_suite_let_in,
    numbers.cohort_left_out,
    numbers.label_taken_away,
    numbers.edited_cell_of_the_csv,
    numbers.row_of_the_csv_left_out,
    numbers.withheld_claim_made,
    numbers.condition_called_met,
    numbers.value_in_a_sentence,
    records.run_left_out,
    records.failure_relabelled,
    records.quicker_run,
    records.unknown_usage_made_zero,
    records.run_moved_to_another_cohort,
    records.source_renamed_by_hash,
    records.cohort_key_changed,
    records.better_review,
    records.swapped_artifact,
    records.cheaper_run,
    records.token_sum_of_a_run,
    records.other_task,
    records.other_limits,
    pages.median_on_a_cohort_page,
    pages.range_on_a_cohort_page,
    pages.value_in_the_table_of_runs,
    pages.count_on_a_suite_page,
    pages.figure_on_the_overview,
    pages.value_on_a_run_page,
    pages.sentence_on_a_cohort_page,
    pages.words_of_a_chart,
    pages.claim_on_a_page,
    pages.row_hidden_from_a_page,
    pages.difference_on_a_comparison,
    pages.sentence_about_pairs,
    pages.data_for_the_script,
    pages.value_in_the_data_for_the_script,
    pages.measure_called_silent,
    pages.broken_link,
    *around.REMADE,
    *words.REMADE,
    releases.withdrawal_called_an_addition,
    releases.figure_before_a_release,
    releases.moved_cohort_left_out,
    releases.median_of_a_release,
    releases.run_left_out_of_a_release,
    releases.page_of_a_withdrawn_run_taken_away,
    releases.reason_on_the_page_of_a_withdrawn_run,
    releases.reason_in_the_place_of_a_record,
    releases.withdrawn_run_let_in,
)
