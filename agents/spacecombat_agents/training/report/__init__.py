"""What a training run shows, as one HTML page; made of the files of its folder, without torch.

run_report     the folder's files, read as far as they are there
charts         curves as inline SVG, small ones beside each other
metric_charts  which curves there are, and what each means
summary        what the run came to, in sentences
page           the page
"""
