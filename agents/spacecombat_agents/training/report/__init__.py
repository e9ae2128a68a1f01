"""A training run as one HTML page, built from the files of its folder, without torch.

run_report     the files of the folder, as far as they exist
metric_charts  the curves of an update's metrics, and what each means
summary        a summary of the run, in sentences
page           the page
"""
